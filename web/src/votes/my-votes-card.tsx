// On its own: the page of a meeting shows it.
import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { meetingVotesQuery } from './api.ts'
import { MotionsList } from './motions-list.tsx'

/** On the page of a meeting: what it votes on. Nothing where there are no votes. */
export const MyVotesCard = ({ meetingId }: { meetingId: number }) => {
  const { t } = useTranslation('votes')
  const { data } = useQuery(meetingVotesQuery(meetingId))
  const heading = useId()
  if (!data || data.length === 0) return null
  return (
    <Card component="section" aria-labelledby={heading}>
      <Title order={2} id={heading} mb="sm">
        {t('meetingVotes')}
      </Title>
      <MotionsList motions={data} />
    </Card>
  )
}
