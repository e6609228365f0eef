// A reader who takes only the first lines of an output (`| head`) ends no command: the command completes its clean-up
// in silence. If an output takes nothing more (a full disk), the command reports that once.
let isTold = false;
process.stdout.on('error', (error) => {
  if (error.code === 'EPIPE' || isTold) return;
  isTold = true;
  process.exitCode ||= 4;
  process.stderr.write(
    `resource-conformance: standard output takes nothing more (${error.code}); make room, or write elsewhere\n`,
  );
});
