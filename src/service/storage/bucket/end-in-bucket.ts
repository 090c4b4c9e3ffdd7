import { buffer } from 'node:stream/consumers';
import { unlessMissing } from '../../../errors.ts';
import { END_NAME, type EndKeeper, endIn, endText } from '../kept-end.ts';
import type { Bucket } from './bucket.ts';
import { contentOfBytes } from './content.ts';
import { openObject } from './read-on.ts';

/** The end of the audit's chain in an object of the bucket. */
export const endInBucket = (bucket: Bucket): EndKeeper => ({
  async read() {
    const bytes = await buffer(openObject({ bucket, key: END_NAME, range: undefined })).catch(unlessMissing);
    return endIn(bytes?.toString());
  },
  keep: async (end) => bucket.put(END_NAME, await contentOfBytes(Buffer.from(endText(end)))),
});
