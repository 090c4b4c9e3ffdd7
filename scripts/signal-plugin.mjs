/**
 * conf writes through atomically, which loads when-exit, which answers each SIGINT, SIGTERM and SIGHUP by sending the
 * same signal to its own process once more. The program took that for the second one, which ends it at once. Here
 * when-exit keeps what it is loaded for, temporary files that go with the process, and leaves signals alone.
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
