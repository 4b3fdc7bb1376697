import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Rehearsal, RehearsalStanding } from '@spacekeeper/contract/rehearsal/shapes.ts'
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { rehearsalQuery, rehearsals, useOrder } from './api.ts'
import { MemberCard } from './member-card.tsx'
import { MoneyCard } from './money-card.tsx'
import { StoryList } from './story-list.tsx'
import { YearCard } from './year-card.tsx'

const StartButton = () => {
  const { t } = useTranslation('rehearsal')
  const order = useOrder()
  return (
    <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => void order(rehearsals.start())}>
      {t('start')}
    </Button>
  )
}

/** Starting anew and ending. */
const EndButtons = () => {
  const { t } = useTranslation('rehearsal')
  const order = useOrder()
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void order(rehearsals.start())}
      >
        {t('startAnew')}
      </Button>
      <Button variant="default" onClick={() => void order(rehearsals.end())}>
        {t('end')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('endsAt')}
      </Text>
    </Group>
  )
}

const Scene = ({ rehearsal, standing }: { rehearsal: Rehearsal; standing: RehearsalStanding }) => {
  const { t } = useTranslation('rehearsal')
  const locale = useSite().general.siteLocaleCurrency
  const isBusy = rehearsal.state !== 'ready'
  return (
    <>
      <YearCard standing={standing} isBusy={isBusy} isOnTour={rehearsal.isOnTour} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <MemberCard standing={standing} locale={locale} isBusy={isBusy} />
          <MoneyCard standing={standing} locale={locale} isBusy={isBusy} />
        </Stack>
        <Card component="section" aria-labelledby="rehearsal-story">
          <Title order={2} id="rehearsal-story" mb="sm">
            {t('storyHeading')}
          </Title>
          <StoryList lines={standing.story} name={standing.memberName} locale={locale} />
        </Card>
      </SimpleGrid>
      <EndButtons />
    </>
  )
}

const Content = ({ rehearsal }: { rehearsal: Rehearsal }) => {
  const { t } = useTranslation('rehearsal')
  const { state, standing, problem } = rehearsal
  if (state === 'impossible') return <Empty title={t('impossibleTitle')} text={t('impossibleText')} />
  if (state === 'none') return <Empty title={t('startTitle')} text={t('startText')} action={<StartButton />} />
  if (state === 'failed')
    return (
      <Empty title={t('failedTitle')} text={t('failedText', { problem: problem ?? '' })} action={<StartButton />} />
    )
  if (standing === null)
    return (
      <Card role="status">
        <Status kind="waiting">{t('starting')}</Status>
      </Card>
    )
  return <Scene rehearsal={rehearsal} standing={standing} />
}

const RehearsalPage = () => {
  const { t } = useTranslation('rehearsal')
  return (
    <Page query={useQuery(rehearsalQuery)}>
      {(rehearsal) => (
        <Stack gap="md" maw={1100}>
          <Text size="sm" c="dimmed" maw={760}>
            {t('intro')}
          </Text>
          <Content rehearsal={rehearsal} />
        </Stack>
      )}
    </Page>
  )
}

export const Route = createFileRoute('/manage/payments/rehearsal')({
  component: RehearsalPage,
  // Few open the page, so its words come with it.
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(rehearsalQuery)
    const { rehearsalText } = await import('./text.ts')
    addTexts({ rehearsal: rehearsalText })
  },
  staticData: {
    title: 'rehearsal:titleRehearsal',
    loggedIn: true,
    staff: 'money',
    hiddenMenu: true,
    backButton: '/manage/payments',
  },
})
