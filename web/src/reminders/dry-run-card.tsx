import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { DryRun } from '@spacekeeper/contract/reminders/shapes.ts'
import { leftOutWords } from '@spacekeeper/contract/reminders/words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { MoreTimeDialog } from '../billing/desk/more-time-dialog.tsx'
import { dryRunQuery } from './api.ts'
import { describeOffset } from './step-words.ts'
import classes from './reminders.module.css'

type ReminderTarget = Pick<DryRun['due'][number], 'memberId' | 'memberName' | 'chargeId' | 'openCents' | 'offsetDays'>

/** Who gets what in the next run, and who is left out and why. Nothing is done. */
export const DryRunCard = () => {
  const { t } = useTranslation('reminders')
  const query = useQuery(dryRunQuery)
  const [late, setLate] = useState<ReminderTarget | null>(null)
  return (
    <Card component="section" aria-labelledby="dry-run">
      <Title order={2} id="dry-run">
        {t('dryTitle')}
      </Title>
      <Page query={query}>
        {({ day, due, dueCount, leftOut, leftOutCount }) => (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('dryText', { day: formatCalendarDay(day) })}
            </Text>
            <section aria-label={t('dryDue', { count: dueCount, formatted: formatNumber(dueCount) })}>
              <Title order={3} fz="md">
                {t('dryDue', { count: dueCount, formatted: formatNumber(dueCount) })}
              </Title>
              <ul className={classes.rows}>
                {due.map((one) => (
                  <li key={one.chargeId} className={classes.row}>
                    <Who target={one} />
                    <span>
                      {one.action === 'none' ? (
                        t(one.channel === 'sms' ? 'bySms' : 'byEmail')
                      ) : (
                        <Status kind="warning">{t(one.action)}</Status>
                      )}
                    </span>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      onClick={() => setLate(one)}
                      aria-label={t('moreTimeFor', { name: one.memberName })}
                    >
                      {t('moreTime')}
                    </Button>
                  </li>
                ))}
              </ul>
              <More count={dueCount - due.length} />
            </section>
            {leftOutCount > 0 ? (
              <section aria-label={t('dryLeftOut', { count: leftOutCount, formatted: formatNumber(leftOutCount) })}>
                <Title order={3} fz="md">
                  {t('dryLeftOut', { count: leftOutCount, formatted: formatNumber(leftOutCount) })}
                </Title>
                <ul className={classes.rows}>
                  {leftOut.map((one) => (
                    <li key={one.chargeId} className={classes.row}>
                      <Who target={one} />
                      <span>{leftOutWords[one.reason]}</span>
                    </li>
                  ))}
                </ul>
                <More count={leftOutCount - leftOut.length} />
              </section>
            ) : null}
          </Stack>
        )}
      </Page>
      {late ? <MoreTimeDialog {...late} onClose={() => setLate(null)} /> : null}
    </Card>
  )
}

const Who = ({ target: { memberId, memberName, openCents, offsetDays } }: { target: ReminderTarget }) => {
  const { t } = useTranslation('reminders')
  const money = useMoney()
  return (
    <span className={classes.what}>
      <MemberLink id={memberId}>{memberName}</MemberLink>
      <span className={classes.more}>
        {t('dryRow', { when: describeOffset(offsetDays), amount: money(openCents) })}
      </span>
    </span>
  )
}

const More = ({ count }: { count: number }) => {
  const { t } = useTranslation('reminders')
  return count > 0 ? (
    <Text size="sm" c="dimmed">
      {t('dryMore', { count, formatted: formatNumber(count) })}
    </Text>
  ) : null
}
