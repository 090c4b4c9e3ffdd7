/**
 * conf writes through atomically, which loads when-exit. when-exit answers each SIGINT, SIGTERM and SIGHUP by sending
 * the same signal to its own process again, and recon took that for a second signal, which ends it at once. This plugin
 * lets when-exit remove temporary files at the end of the process and ignore signals.
 */
export const noSecondSignal = {
  name: 'no-second-signal',
  setup(build) {
    build.onResolve({ filter: /^when-exit$/ }, () => ({ path: 'when-exit', namespace: 'no-second-signal' }));
    build.onLoad({ filter: /.*/, namespace: 'no-second-signal' }, () => ({
      contents: "export default (callback) => void process.once('exit', callback);",
      loader: 'js',
    }));
  },
};
