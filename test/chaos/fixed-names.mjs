// Loaded before the program (`node --import`), so that every run gives its files the same names: strace fails the
// calls on a path that it is told, and names made by chance cannot be told. What the service sees stays different.
import crypto from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

Object.defineProperty(process, 'pid', { value: 4_194_304 });

const made = new Map();
const next = (what) => {
  made.set(what, (made.get(what) ?? 0) + 1);
  return made.get(what);
};

const { randomBytes } = crypto;
crypto.randomBytes = (size, done) => {
  if (done !== undefined || size > 32) return randomBytes(size, done);
  const count = next(`bytes ${size}`);
  return Buffer.from(Array.from({ length: size }, (_, at) => (count * 31 + at * 7) & 0xff));
};

const { mkdir } = fs.promises;
// Of a machine that is not this one: the process under the fixed number is not there, and its folders would be taken for left.
const ofElsewhere = (prefix) => prefix.replace(/-[\da-f]{8}-\d+-$/, '-00000000-1-');
fs.promises.mkdtemp = async (prefix) => {
  const path = `${ofElsewhere(prefix)}${String(next('folder')).padStart(6, '0')}`;
  await mkdir(path, { mode: 0o700 });
  return path;
};
// conf writes beside a file first, under a name made of the time and of chance.
const fixed = (path) => (typeof path === 'string' ? path.replace(/\.tmp-\d{10}[0-9a-f]{6}$/, '.tmp-fixed') : path);
for (const name of ['openSync', 'renameSync', 'chmodSync', 'chownSync', 'unlinkSync', 'unlink']) {
  const real = fs[name];
  fs[name] = (path, ...rest) => real(fixed(path), ...rest);
}
// Locks are names for the whole machine, and made of these: two trials at once must not hold up one another.
const own = (path) => (typeof path === 'string' && path.startsWith('\0') ? `${path}-${process.env.HOME}` : path);
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function listenApart(path, ...rest) {
  return listen.call(this, own(path), ...rest);
};
const { createConnection } = net;
net.createConnection = (path, ...rest) => createConnection(own(path), ...rest);
syncBuiltinESMExports();
