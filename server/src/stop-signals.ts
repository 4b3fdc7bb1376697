/** How long requests and jobs may take to finish once a process that has started is asked to stop. */
const graceMs = 15_000

/**
 * Closes on SIGTERM and SIGINT, and then ends the process. Ctrl-C in a terminal arrives twice under npm, from the
 * terminal and from npm, so the second signal must not cut the first one's work off.
 */
export const closeOnSignals = <Started>(
  starting: Promise<Started>,
  close: (started: Started, signal: string) => Promise<void>,
): { isStopping: () => boolean } => {
  let isStopping = false
  const closeStarted = async (signal: string) => {
    const started = await starting
    setTimeout(() => process.exit(1), graceMs).unref()
    await close(started, signal)
  }
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    closeStarted(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return { isStopping: () => isStopping }
}
