// A program whose engine cannot use the photos.
process.on('message', () => process.send({ kind: 'done', answer: { ok: false, reason: 'front.jpg shows no person' } }));
