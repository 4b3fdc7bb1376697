import { Logger } from 'graphile-worker'
import type { Logger as Pino } from 'pino'

/** The queue's own log lines as ours. Its details hold whole jobs with their payloads, so only the text is kept. */
export const jobsLog = (log: Pino): Logger => {
  const jobs = log.child({ part: 'jobs' })
  return new Logger(({ jobId, taskIdentifier }) => (level, message) => {
    const text = message.split('\n')[0] ?? ''
    const facts = { ...(jobId && { jobId }), ...(taskIdentifier && { task: taskIdentifier }) }
    if (level === 'error') jobs.error(facts, text)
    else if (level === 'warning') jobs.warn(facts, text)
    else jobs.debug(facts, text)
  })
}
