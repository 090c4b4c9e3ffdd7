import sharp from 'sharp';

/** A create with three photos that the service takes. */
export async function smallForm() {
  const form = new FormData();
  form.set('patient[name]', 'Bench Sample');
  form.set('reconstruction[type]', 'face');
  form.set('async', 'true');
  for (const [at, view] of ['left', 'front', 'right'].entries()) {
    const background = { r: 60 + at, g: 90, b: 120 };
    const photo = sharp({ create: { width: 480, height: 640, channels: 3, background } });
    form.set(
      `reconstruction[${view}]`,
      new Blob([await photo.jpeg().toBuffer()], { type: 'image/jpeg' }),
      `${view}.jpg`,
    );
  }
  return form;
}
