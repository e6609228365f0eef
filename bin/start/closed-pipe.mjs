// A reader of only the first lines of an output (`| head`) ends no command: the command continues to its
// clean-up, in silence. An output that takes nothing more (a full disk) is told of once.
let isTold = false;
process.stdout.on('error', (error) => {
  if (error.code === 'EPIPE' || isTold) return;
  isTold = true;
  process.exitCode ||= 4;
  process.stderr.write(
    `resource-conformance: standard output takes nothing more (${error.code}); make room, or write elsewhere\n`,
  );
});
