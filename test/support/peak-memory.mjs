// Loaded with --import: leaves the process's own peak memory, in KiB, in the file PEAK_MEMORY_FILE.
// Linux carries getrusage's maximum over from the parent, so it is read from the process's own status.
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const status = readFileSync('/proc/self/status', 'utf8');
  writeFileSync(process.env.PEAK_MEMORY_FILE, /^VmHWM:\s+(\d+) kB$/m.exec(status)[1]);
});
