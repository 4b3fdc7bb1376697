import { Button, Card, Group, Text, Title } from '@mantine/core'
import type { DeskCreditor, DeskMember, DeskSummary } from '@spacekeeper/contract/billing/summary-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Page } from '#platform/ui/page.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { deskSummaryQuery } from './desk-api.ts'
import { useSums } from './desk-sum-row.tsx'
import { GiveBackDialog } from './give-back-dialog.tsx'
import classes from './desk.module.css'

/** Who owes how much, who is in the days of grace, who loses access this week, and whose money waits. */
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
      {({ owing, inGrace, losingAccess, credits }) => (
        <div className={classes.cards}>
          <SummaryCard id="desk-owing" title={t('deskOwing')} none={t('deskNoOwing')} part={owing} />
          <SummaryCard id="desk-grace" title={t('deskInGrace')} none={t('deskNoGrace')} part={inGrace} />
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

/** So many are named at first: fewer where the lists would be far below. */
const mostNamed = { wide: 4, phone: 2 }

const SummaryCard = <Member extends DeskMember>({
  id,
  title,
  none,
  part: { count, sums, members },
  action,
}: SummaryProps<Member>) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const sumWords = useSums()
  const named = mostNamed[useIsPhone() ? 'phone' : 'wide']
  const [isLong, setLong] = useState(false)
  const shown = members.slice(0, isLong ? members.length : named)
  const more = count - shown.length
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id} fz="md">
        {title}
      </Title>
      {count === 0 ? (
        <Text size="sm" c="dimmed" mt={6}>
          {none}
        </Text>
      ) : (
        <>
          <p className={classes.figure}>{sumWords(sums)}</p>
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
              {isLong || members.length <= named ? (
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
      )}
    </Card>
  )
}
