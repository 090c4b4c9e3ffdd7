// Loaded with --import: leaves what the process had in memory, in KiB, four times a second, in RESIDENT_MEMORY_FILE.
import { readFileSync, writeFileSync } from 'node:fs';

const samples = [];
const kib = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
setInterval(() => samples.push(kib('VmRSS')), 250).unref();
process.on('exit', () => {
  writeFileSync(process.env.RESIDENT_MEMORY_FILE, JSON.stringify({ peak: kib('VmHWM'), samples }));
});
