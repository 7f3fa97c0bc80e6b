/**
 * The processor time of the longest turn of the event loop from now on, or since the last question. Other processes
 * take turns too, so the clock would say more.
 */
export function watchTurns() {
  let longest = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, user + system);
    last = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    longestMs: () => {
      const longestMs = longest / 1000;
      longest = 0;
      return longestMs;
    },
    end: () => {
      isOver = true;
    },
  };
}
