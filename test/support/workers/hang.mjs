// A program that never answers. Listening keeps it alive, until the service ends.
process.on('message', () => {});
