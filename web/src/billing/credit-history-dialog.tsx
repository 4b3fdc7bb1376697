import { Button, Stack, Text } from '@mantine/core'
import type { CreditChange } from '@spacekeeper/contract/billing/credit-shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { creditQuery } from './credit-api.ts'
import classes from './my-plan.module.css'

const kindWords = {
  paid: 'credit_paid',
  used: 'credit_used',
  freed: 'credit_freed',
  refunded: 'credit_refunded',
  givenBack: 'credit_givenBack',
  reversed: 'credit_reversed',
  undone: 'credit_undone',
  owedBack: 'credit_owedBack',
} as const satisfies Record<CreditChange['kind'], string>

const ChangeRow = ({ change }: { change: CreditChange }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { kind, what, day, currency, amountCents, leftCents } = change
  return (
    <li className={classes.row}>
      <span>
        {t(kindWords[kind])}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {[formatCalendarDay(day), ...(what === '' ? [] : [what])].join(', ')}
        </span>
      </span>
      <span className={classes.money}>
        {money(amountCents, currency)}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {t('creditLeft', { amount: money(leftCents, currency) })}
        </span>
      </span>
    </li>
  )
}

/** `memberId` is null for members who look at their own. */
type Props = { memberId: number | null }

const HistoryDialog = ({ memberId, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('billing')
  const query = useInfiniteQuery(creditQuery(memberId))
  return (
    <BasicDialog title={t('creditHistory')} onClose={onClose}>
      <Page query={query} skeleton={<RowsSkeleton rows={4} />}>
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.changes)
          if (changes.length === 0) return <Text size="sm">{t('creditNone')}</Text>
          return (
            <Stack gap="xs">
              <ul className={classes.list}>
                {changes.map((change) => (
                  <ChangeRow key={change.key} change={change} />
                ))}
              </ul>
              <MoreButton query={query} label={t('showMore')} size="xs" isCentred />
            </Stack>
          )
        }}
      </Page>
    </BasicDialog>
  )
}

/** Opens what raised and used what a member has left over. */
export const CreditHistoryButton = ({ memberId }: Props) => {
  const { t } = useTranslation('billing')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {t('creditHistory')}
      </Button>
      {isOpen ? <HistoryDialog memberId={memberId} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
