import type { PatientPageData } from '../../contract/patient-page.ts';
import { startForm } from './form-page.ts';
import { startGone } from './gone-page.ts';
import { openPhoneStore } from './kept-photos.ts';
import { setState } from './page-root.ts';
import { startSent } from './sent-page.ts';

const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as PatientPageData;
setState('loading');
// The page works without script, so where this breaks off it stays as it came.
start().catch(() => setState('ready', 'without-script'));

async function start(): Promise<void> {
  const store = await openPhoneStore();
  await store.forgetEnded(Date.now()).catch(() => {});
  if (data.kind === 'form') return startForm(data, store);
  return data.kind === 'sent' ? startSent(data.words) : startGone(store);
}
