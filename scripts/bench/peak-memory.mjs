// Loaded with --import: leaves the process's own peak resident memory, in KiB, in the file PEAK_MEMORY_FILE.
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.PEAK_MEMORY_FILE, String(peakKib())));

// On Linux maxRSS starts from the peak of the process that started this one; VmHWM is this one's alone.
function peakKib() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
