import { Card, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { FailedJob } from '@spacekeeper/contract/messages.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './failed-jobs-card.module.css'

type Props = { jobs: readonly z.infer<typeof FailedJob>[] }

/** Background work that failed, with its reason and whether it is tried again. */
export const FailedJobsCard = ({ jobs }: Props) => {
  const { t } = useTranslation('messages')
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
          </li>
        ))}
      </ul>
    </Card>
  )
}
