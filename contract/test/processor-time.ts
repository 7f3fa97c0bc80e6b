/** The processor time of this thread that some work takes, in milliseconds: another process makes it no longer. */
export async function processorMs(work: () => unknown): Promise<number> {
  const begun = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}
