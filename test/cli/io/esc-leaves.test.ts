import { expect, test } from 'vitest';
import { record, TOKEN } from '../../core/recorder.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';

const reconstructions = ['FaceReconstruction', 'MammoReconstruction'].map((type) => ({
  ...{ type, status: 'has_3d', accepted: false, frames: null },
}));
const patients = [7, 8].map((id) => ({ id, name: 'Joana Twice', reconstructions }));
const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 2 };

test.each(['download', 'view'])(
  'Esc at the second question of recon %s did nothing, and no hint told it',
  async (word) => {
    const { url, requests } = await record(({ url }) => ({
      body: JSON.stringify(/^\/patients\/\d/.test(url) ? { patient: patients[0] } : { patients, meta }),
    }));
    const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
    const { exitCode, asked, stderr } = await typeMain([word, 'joana'], environment, [
      [/Which one\?[\s\S]*Esc leaves/, '\r'],
      [/Which 3D model\?[\s\S]*Esc leaves/, '\u001b'],
    ]);
    expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 2 });
    expect(stderr).toContain('nothing was done');
    expect(requests.filter(({ url }) => url.includes('download'))).toEqual([]);
  },
);
