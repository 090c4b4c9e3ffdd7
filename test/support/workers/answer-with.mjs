// What the stand-in programs have in common: they answer an order with a tiny model, written where the order says.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);

/** With `mark`, each part ends with it. */
export function answerWithModel({ measures, partPaths }, { texture = JPEG, mark = '', certainty = undefined } = {}) {
  try {
    const bytes = {
      glb: Buffer.from(`glTF ${JSON.stringify(measures)}`),
      obj: Buffer.from('# obj\n'),
      mtl: Buffer.from('# mtl\n'),
      texture,
      frames: JPEG,
      report: Buffer.from(JSON.stringify({ warnings: ['Nothing was looked at.'] })),
    };
    const parts = Object.entries(bytes).map(([name, content]) => [
      name,
      written(partPaths[name], Buffer.concat([content, Buffer.from(mark)])),
    ]);
    process.send({
      kind: 'done',
      answer: { ok: true, model: { measures, certainty, parts: Object.fromEntries(parts) } },
    });
  } catch ({ name, message, code }) {
    process.send({ kind: 'fault', fault: { name, message, code } });
  }
}

function written(path, content) {
  writeFileSync(path, content);
  return { sizeBytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') };
}
