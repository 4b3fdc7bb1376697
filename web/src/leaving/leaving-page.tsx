import { Card, Stack, Text, Title } from '@mantine/core'
import type { OwnLeaving } from '@spacekeeper/contract/leaving/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { ownLeavingQuery } from './api.ts'
import { BalanceChoiceCard } from './balance-choice-card.tsx'
import { CreditBackCard } from './credit-back-card.tsx'
import { loadLeavingWords } from './page-words.ts'
import { LeavingStepsList } from './steps-list.tsx'

const ChecklistCard = ({ leaving }: { leaving: NonNullable<OwnLeaving['leaving']> }) => {
  const { t } = useTranslation('leaving')
  const { endedOn, state, steps } = leaving
  const day = formatCalendarDay(endedOn)
  return (
    <Card component="section" aria-labelledby="leaving-steps">
      <Stack gap="sm">
        <Title order={2} id="leaving-steps">
          {t('mineTitle')}
        </Title>
        <Text>{t(state === 'done' ? 'mineDone' : 'mineText', { day })}</Text>
        {state === 'paused' ? <Status kind="locked">{t('minePaused')}</Status> : null}
        <LeavingStepsList steps={steps} label={t('steps')} />
      </Stack>
    </Card>
  )
}

/** What happens since the member’s membership ended, and what they can still choose. */
const LeavingPage = () => {
  const { t } = useTranslation('leaving')
  return (
    <Stack gap="md" maw={680}>
      <Page query={useQuery(ownLeavingQuery)}>
        {({ leaving }) =>
          leaving ? (
            <>
              <BalanceChoiceCard />
              <CreditBackCard />
              <ChecklistCard leaving={leaving} />
            </>
          ) : (
            <Empty title={t('notLeaving')} text={t('notLeavingText')} />
          )
        }
      </Page>
    </Stack>
  )
}

export const Route = createFileRoute('/account/leaving')({
  component: LeavingPage,
  loader: loadLeavingWords,
  staticData: {
    title: 'leaving:titleLeaving',
    loggedIn: true,
    hiddenMenu: true,
    feature: 'enableLeaving',
    backButton: '/dashboard',
  },
})
