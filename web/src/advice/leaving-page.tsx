import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { FoundSign, LeavingMember } from '@spacekeeper/contract/advice/routes.ts'
import { listedFrom } from '@spacekeeper/contract/advice/words.ts'
import { IconDoorExit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { leavingQuery } from './api.ts'
import classes from './advice.module.css'

const useSignWords = ({ openCents, currency }: LeavingMember) => {
  const { t } = useTranslation('advice')
  const money = useMoney()
  return ({ sign, day, recentDays, usualDays }: FoundSign): string => {
    if (sign === 'fewerVisits') {
      return t('sign_fewerVisits', { count: recentDays ?? 0, usual: formatNumber(usualDays ?? 0) })
    }
    const on = { day: day === null ? '' : formatCalendarDay(day) }
    return sign === 'payment' && openCents !== null
      ? t('sign_paymentCents', { ...on, amount: money(openCents, currency) })
      : t(`sign_${sign}`, on)
  }
}

const MemberRow = ({ member }: { member: LeavingMember }) => {
  const { t } = useTranslation('advice')
  const wordsOf = useSignWords(member)
  const { memberId, name, email, plan, points, signs } = member
  return (
    <Card component="article" aria-label={name}>
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            <MemberLink id={memberId}>{name}</MemberLink>
          </Title>
          <Badge variant="default" style={{ flexShrink: 0 }}>
            {t('points', { count: points })}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {plan}
        </Text>
        <ul className={classes.signs} aria-label={t('signsOf', { name })}>
          {signs.map((found) => (
            <li key={found.sign}>
              {wordsOf(found)} <Text span size="sm" c="dimmed">{`(${t('points', { count: found.points })})`}</Text>
            </li>
          ))}
        </ul>
        <Anchor
          href={`mailto:${email}?subject=${encodeURIComponent(t('subject'))}`}
          aria-label={t('writeTo', { name })}
          size="sm"
        >
          {t('write')}
        </Anchor>
      </Stack>
    </Card>
  )
}

const LeavingPage = () => {
  const { t } = useTranslation('advice')
  const points = listedFrom
  return (
    <Stack gap="md" maw={760}>
      <Text size="sm" c="dimmed">
        {t('intro', { points })} {t('rule')}
      </Text>
      <Page
        query={useQuery(leavingQuery)}
        isEmpty={({ members }) => members.length === 0}
        empty={<Empty title={t('none')} text={t('noneText', { count: points })} />}
      >
        {({ members, hasMore }) => (
          <Stack gap="md">
            {members.map((member) => (
              <MemberRow key={member.memberId} member={member} />
            ))}
            {hasMore ? <Text size="sm">{t('more', { count: members.length })}</Text> : null}
          </Stack>
        )}
      </Page>
    </Stack>
  )
}

export const Route = createFileRoute('/manage/leaving')({
  component: LeavingPage,
  // Few open the page, so its words come with it.
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(leavingQuery)
    const { adviceText } = await import('./text.ts')
    addTexts({ advice: adviceText })
  },
  staticData: {
    title: 'advice:titleLeaving',
    loggedIn: true,
    staff: 'members',
    feature: 'enablePlanAdvisor',
    menu: { group: 'admin', icon: IconDoorExit, order: 13 },
  },
})
