// Who reads only the first lines of an output (`| head`) ends no command: it goes on to its clean-up, and in silence.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
