import { Button, Card, Group, Text, Title } from '@mantine/core'
import type { DeskCreditor, DeskMember, DeskSummary } from '@spacekeeper/contract/billing/summary-shapes.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Page } from '#platform/ui/page.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { deskSummaryQuery } from './api.ts'
import { GiveBackDialog } from './give-back-dialog.tsx'
import { useSums } from './sum-row.tsx'
import classes from './desk.module.css'

/** Names who owes how much, who loses access unless they pay, and whose money waits. */
export const DeskSummaryCard = () => {
  const { t } = useTranslation('billing')
  const query = useQuery(deskSummaryQuery)
  const [creditor, setCreditor] = useState<DeskCreditor | null>(null)
  const giveBack = (member: DeskCreditor) => (
    <Button
      size="compact-sm"
      variant="subtle"
      onClick={() => setCreditor(member)}
      aria-label={t('deskGiveBackTo', { name: member.memberName })}
    >
      {t('deskGiveBack')}
    </Button>
  )
  return (
    <Page query={query}>
      {({ owing, losingAccess, credits }) => (
        <div className={classes.cards}>
          <SummaryCard id="desk-owing" title={t('deskOwing')} none={t('deskNoOwing')} part={owing} />
          <SummaryCard id="desk-losing" title={t('deskLosing')} none={t('deskNoLosing')} part={losingAccess} />
          <SummaryCard
            id="desk-credits"
            title={t('deskCredits')}
            none={t('deskNoCredits')}
            part={credits}
            action={giveBack}
          />
          {creditor ? <GiveBackDialog member={creditor} onClose={() => setCreditor(null)} /> : null}
        </div>
      )}
    </Page>
  )
}

type SummaryProps<Member extends DeskMember> = {
  id: string
  title: string
  /** What it means that there is none. */
  none: string
  part: Omit<DeskSummary['owing'], 'members'> & { members: readonly Member[] }
  action?: (member: Member) => React.ReactNode
}

/** So many are named at first. */
const mostNamed = 4

/** A card; on a phone, where the lists would be far below, one line with the sum that opens. */
const SummaryCard = <Member extends DeskMember>(props: SummaryProps<Member>) => {
  const { id, title, none, part } = props
  const sumWords = useSums()
  const isPhone = useIsPhone()
  const heading = (
    <Title order={2} id={id} fz="md" {...(isPhone && { component: 'span' as const })}>
      {title}
    </Title>
  )
  const content =
    part.count === 0 ? (
      <Text size="sm" c="dimmed" mt={6}>
        {none}
      </Text>
    ) : (
      <SummaryNames {...props} />
    )
  if (!isPhone) {
    return (
      <Card component="section" aria-labelledby={id}>
        {heading}
        {part.count === 0 ? null : <p className={classes.figure}>{sumWords(part.sums)}</p>}
        {content}
      </Card>
    )
  }
  return (
    <Card component="section" aria-labelledby={id} padding="sm">
      <details>
        <summary className={classes.line}>
          {heading}
          <span className={classes.lineSum}>{sumWords(part.sums)}</span>
          <IconChevronDown size={16} aria-hidden className={classes.chevron} />
        </summary>
        {content}
      </details>
    </Card>
  )
}

/** The first of them, by name. */
const SummaryNames = <Member extends DeskMember>({ part, action }: SummaryProps<Member>) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { count, members } = part
  const [isLong, setLong] = useState(false)
  const shown = members.slice(0, isLong ? members.length : mostNamed)
  const more = count - shown.length
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('deskMembers', { count, formatted: formatNumber(count) })}
      </Text>
      <ul className={classes.names}>
        {shown.map((member) => (
          <li key={`${member.memberId} ${member.currency}`} className={classes.name}>
            <span className={classes.who}>
              <MemberLink id={member.memberId}>{member.memberName}</MemberLink>
              {member.until === null ? null : (
                <span className={classes.more}>{t('deskUntil', { day: formatCalendarDay(member.until) })}</span>
              )}
            </span>
            <span className={classes.money}>
              {money(member.amountCents, member.currency)}
              {action ? <div>{action(member)}</div> : null}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <Group mt={4}>
          {isLong || members.length <= mostNamed ? (
            <Text size="sm" c="dimmed">
              {t('deskMore', { count: more, formatted: formatNumber(more) })}
            </Text>
          ) : (
            <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setLong(true)}>
              {t('deskMore', { count: more, formatted: formatNumber(more) })}
            </Button>
          )}
        </Group>
      ) : null}
    </>
  )
}
