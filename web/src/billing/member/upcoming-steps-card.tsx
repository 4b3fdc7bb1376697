import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { memberStepsQuery, ownStepsQuery } from './plan-api.ts'
import { UpcomingStepsList } from './upcoming-steps-list.tsx'

/**
 * What happens on which day unless it is paid; nothing at all where nothing is open. For a member themselves, or with
 * `memberId` for staff.
 */
export const UpcomingStepsCard = ({ memberId }: { memberId?: number }) => {
  const { t } = useTranslation('reminders')
  const own = useQuery({ ...ownStepsQuery, enabled: memberId === undefined })
  const ofMember = useQuery({ ...memberStepsQuery(memberId ?? 0), enabled: memberId !== undefined })
  const found = memberId === undefined ? own.data : ofMember.data
  if (!found || (found.steps.length === 0 && found.paused === null)) return null
  return (
    <Card component="section" aria-labelledby="upcoming-steps">
      <Title order={2} id="upcoming-steps">
        {t('upcomingTitle')}
      </Title>
      <UpcomingStepsList {...found} />
    </Card>
  )
}
