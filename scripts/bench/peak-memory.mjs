// Loaded with --import: leaves the process's own peak resident memory, in KiB, in the file PEAK_MEMORY_FILE.
import { writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.PEAK_MEMORY_FILE, String(process.resourceUsage().maxRSS)));
