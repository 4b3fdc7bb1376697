import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { MyConcession } from '@spacekeeper/contract/billing/shapes.ts'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay, formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { plan } from '../api.ts'
import { lastDayBefore } from '../plan-state.ts'

const useWords = ({ state, percent, reason, askedAt, endsOn, decisionNote: note }: MyConcession): string[] => {
  const { t } = useTranslation('billing')
  if (state === 'asked') return [t('concessionWaits', { percent, reason, day: formatDay(askedAt) })]
  if (state !== 'approved') return [t('concessionDeclined', { note: note ?? '' })]
  return [
    t('concessionHave', { percent, reason }),
    ...(endsOn === null ? [] : [t('concessionEnds', { day: formatCalendarDay(lastDayBefore(endsOn)) })]),
    ...(note ? [t('concessionNote', { note })] : []),
  ]
}

/** A request for a lower price, or what came of it. */
export const ConcessionCard = ({ concession }: { concession: MyConcession }) => {
  const { t } = useTranslation('billing')
  const [isAsking, setAsking] = useState(false)
  const words = useWords(concession)
  const { state } = concession
  const isAsked = state === 'asked'
  return (
    <Card component="section" aria-labelledby="concession">
      <Stack gap="xs" align="flex-start">
        <Title order={2} id="concession">
          {t('concessionHeading')}
        </Title>
        {words.map((line) => (
          <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {line}
          </Text>
        ))}
        {isAsked || state === 'approved' ? (
          <Button variant="default" size="xs" onClick={() => setAsking(true)}>
            {t(isAsked ? 'concessionWithdraw' : 'concessionGiveUp')}
          </Button>
        ) : null}
      </Stack>
      {isAsking ? (
        <ConfirmDialog
          title={t(isAsked ? 'concessionWithdrawTitle' : 'concessionGiveUpTitle')}
          {...(isAsked ? {} : { text: t('concessionGiveUpText') })}
          action={t(isAsked ? 'concessionWithdraw' : 'concessionGiveUp')}
          run={async () => {
            await plan.withdrawConcession()
            notify.done({ text: t('concessionGone') })
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  )
}
