// A program that says how far it is and never answers.
process.on('message', () => process.send({ kind: 'progress', fraction: 0.437 }));
