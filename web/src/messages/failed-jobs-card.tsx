import { Button, Card, Text, Title } from '@mantine/core'
import type { FailedJob } from '@spacekeeper/contract/messages/shapes.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { refreshDomains } from '#platform/api/refresh.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { outbox } from './api.ts'
import classes from './failed-jobs-card.module.css'

type FailedJob = z.infer<typeof FailedJob>

/** Background work that failed, with its reason and whether it is tried again. */
export const FailedJobsCard = ({ jobs }: { jobs: readonly FailedJob[] }) => {
  const { t } = useTranslation('messages')
  const [busy, setBusy] = useState<string | null>(null)
  const retry = async ({ id: jobId }: FailedJob) => {
    setBusy(jobId)
    try {
      await outbox.retryJob({ jobId })
      notify.done({ text: t('doneRetriedJob') })
    } catch (error) {
      notify.failed(error)
      await refreshDomains('messages')
    }
    setBusy(null)
  }
  return (
    <Card component="section" aria-labelledby="failed-jobs">
      <Title order={2} id="failed-jobs">
        {t('failedJobs')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('failedJobsText')}
      </Text>
      <ul className={classes.list}>
        {jobs.map((job) => (
          <li key={job.id} className={classes.item}>
            <span className={classes.task}>
              {job.task}, {t('tries', { count: job.attempts })}
            </span>
            {job.isGivenUp ? (
              <Status kind="refused">{t('givenUp')}</Status>
            ) : (
              <Status kind="waiting">{t('triesAgain', { moment: formatMoment(job.runAt) })}</Status>
            )}
            <span className={classes.error}>{job.error}</span>
            <Button
              variant="default"
              loading={busy === job.id}
              aria-label={t('tryNowOf', { task: job.task })}
              onClick={() => void retry(job)}
            >
              {t('tryNow')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
