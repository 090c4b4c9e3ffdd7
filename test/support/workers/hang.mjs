// A worker thread that never ends.
setInterval(() => {}, 1000);
