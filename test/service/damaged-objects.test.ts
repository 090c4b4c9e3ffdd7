import { afterAll, expect, test } from 'vitest';
import type { PatientAnswer } from '../../src/contract/answers.ts';
import { lookAtService } from '../../src/service/start.ts';
import { openBucket } from '../../src/service/storage/bucket/bucket.ts';
import { contentOfBytes } from '../../src/service/storage/bucket/content.ts';
import { openClinics } from '../support/backups.ts';

const clinics = openClinics();
afterAll(() => clinics.close());

/** What the bucket keeps beside the object tells of the damage, or fits the other bytes. */
test.each(['spoiled', 'exchanged'])('an object that was %s is named, and never served as a sound one', async (how) => {
  const { places, service, token, create, ask } = await clinics.openClinic('SQLite and S3');
  const id = await create('Ana Sample');
  const { patient } = (await (await ask(`/patients/${id}`)).json()) as PatientAnswer;
  const { front } = patient.reconstructions[0]!;
  const key = `files/${new URL(front!).pathname.split('/').at(-1)}`;
  const whole = async (url: string) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.arrayBuffer()).byteLength;
  };
  const wrong = async () => {
    const found: string[] = [];
    const options = { isThorough: true, signal: new AbortController().signal };
    for await (const one of lookAtService(places, options)) if (one.about === 'files') found.push(one.found);
    return found;
  };
  expect(await wrong()).toEqual([expect.stringMatching(/^all \d+ are as they were stored$/)]);
  const size = await whole(front!);
  const bucket = openBucket(places.bucket!);
  const { sha256 } = await bucket.get(key, 0);
  const other = await contentOfBytes(Buffer.alloc(size!, 'x'));
  await bucket.put(key, how === 'spoiled' ? { ...other, sha256: sha256! } : other);
  const damaged = [
    expect.stringMatching(new RegExp(`^front photo of patient ${id} \\(face\\) of the account clinic is damaged`)),
  ];
  expect(await wrong()).toEqual(damaged);
  await expect(whole(front!)).rejects.toThrow('409');
  await expect(whole(`${service.url}/patients/${id}/download?type=face`)).rejects.toThrow();
  await bucket.remove(key);
  expect(await wrong()).toEqual([
    expect.stringMatching(new RegExp(`^front photo of patient ${id} \\(face\\) of the account clinic is missing`)),
  ]);
  await bucket.close();
});
