import type { CommandWords } from '../declare-command.ts';
import { markOwnService } from '../global-options.ts';
import { choice } from '../request/flags.ts';
import { LOG_FORMATS, ROLES } from './serve/choices.ts';

export const DATABASE_FLAG = [
  '--database <url>',
  'a PostgreSQL database, postgres://… (or RECON_SERVE_DATABASE)',
] as const;
export const BLOBS_FLAG = ['--blobs <url>', 'a bucket for photos and models, s3://… (or RECON_SERVE_BLOBS)'] as const;

export const serve: CommandWords = {
  name: 'serve',
  description: 'run the service on this machine',
  arguments: (command) =>
    command
      .usage('[options] [-- COMMAND...]')
      .argument('[command...]', 'run this with RECON_BASE_URL and RECON_TOKEN set, then stop'),
  options: (command) =>
    markOwnService(command)
      .option('--host <host>', 'address to listen on', '127.0.0.1')
      .option('--port <n>', 'port to listen on; 0 is any free one (default: 4747; with a command 0)')
      .option(
        '--data <dir>',
        'where everything is kept (default: a folder of this user; with a command a temporary one)',
      )
      .option(...DATABASE_FLAG)
      .option(...BLOBS_FLAG)
      .addOption(
        choice(
          '--role <role>',
          'of several processes, each with its own --data folder: api only answers requests, worker only makes 3D models',
          ROLES,
        ).default('all'),
      )
      .option('--public-url <url>', 'address of this service on other computers, as in links')
      .option(
        '--behind-proxy <addresses>',
        'with --public-url: believe X-Forwarded-For of these: loopback, 10.0.0.7, 192.168.1.0/24',
      )
      .option('--tls-cert <file>', 'certificate chain (PEM), for https')
      .option('--tls-key <file>', 'private key of that certificate (PEM)')
      .option(
        '--metrics-token-file <file>',
        'give /metrics to whoever sends the token in this file, as Authorization: Bearer TOKEN',
      )
      .addOption(
        choice('--log-format <format>', 'of the log on stderr; json has one object a line', LOG_FORMATS).default(
          'text',
        ),
      )
      .option('--audit-keep <duration>', 'how long lines of the audit are kept, such as 3650d (default: six years)')
      .option(
        '--seed <n>',
        'fill it with this many synthetic patients, the first five with 3D models: ready, accepted and failed',
      )
      .option(
        '--ready-after <duration>',
        'rehearsal: every generation takes at least this long, except those of --seed',
      )
      .option('--fail <rate>', 'rehearsal: this share of generations fails, such as 0.1, except those of --seed'),
  examples: [
    'recon serve',
    'recon serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem',
    'recon serve --public-url https://recon.clinic.example --behind-proxy loopback',
    'recon serve --seed 20 --data ./rehearsal',
    'recon serve -- ./test-our-script.sh',
  ],
  note: `To start it with its machine, by systemd: recon help systemd

The third example is for a proxy with TLS on this machine. nginx needs these lines; its log would keep the secrets in links, so it is off:
  proxy_pass http://127.0.0.1:4747;
  proxy_http_version 1.1;
  proxy_set_header X-Forwarded-For $remote_addr;
  client_max_body_size 201m;
  proxy_request_buffering off;
  proxy_read_timeout 600s;
  access_log off;

For whoever watches it, and for programs:
  /healthz       200 while the process works
  /readyz        200 while database and files answer; "disk" in it is ok, short (photos may be refused), full (changes are) or not-writable
  /metrics       figures for Prometheus, where --metrics-token-file is given
  /openapi.json  every operation of the service

An account may send 1000 requests in 10 s, an address 2000, and one account 4 uploads at a time. What is more is answered by 429, with Retry-After, and recon tries it again.

Where a request came from, and who asked, is in recon audit list; with --log-format json the log has the address of each one that was refused.
Its levels are info, warn, error and fatal. It is of stderr alone: stdout has the address of the service, on one line.

When the files of --tls-cert and --tls-key are renewed, the service uses them within 4 s, without a restart.
SIGTERM, Ctrl-C and SIGHUP stop it. What is under way has 20 s to end; meanwhile /healthz answers 200, and all else 503. Then the port is closed.

The clinic’s name on cards and printed pages is set where they are made:
  recon config set clinic NAME`,
  action: async () => (await import('./serve-action.ts')).runService,
};
