import { Button, Card, Text, Title } from '@mantine/core'
import type { SetAside } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { setAsideAccounts } from '@spacekeeper/contract/stripe/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatDate } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { setAsidesQuery, stripe } from './desk-api.ts'
import classes from './desk.module.css'

const SetAsideRow = ({ row, onUndo }: { row: SetAside; onUndo: () => void }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const { ref, note, account, amountCents, currency, at, by } = row
  return (
    <li className={classes.row}>
      <span>
        {note}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {[setAsideAccounts[account], ref, formatDate(at), ...(by === null ? [] : [by])].join(', ')}
        </span>
      </span>
      <span className={classes.money}>{money(amountCents, currency)}</span>
      <span className={classes.wide}>
        <Button size="xs" variant="default" onClick={onUndo} aria-label={t('undoAsideOf', { note })}>
          {t('undoAside')}
        </Button>
      </span>
    </li>
  )
}

/** What was set aside, and the way to take that back. */
export const SetAsidesCard = () => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const query = useInfiniteQuery(setAsidesQuery)
  const [undone, setUndone] = useState<SetAside | null>(null)
  return (
    <Card component="section" aria-labelledby="stripe-asides">
      <Title order={2} id="stripe-asides" mb="xs">
        {t('asides')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('asidesText')}
      </Text>
      <Page query={query}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.setAsides)
          if (rows.length === 0) return <Text mt="sm">{t('noAsides')}</Text>
          return (
            <>
              <ul className={classes.list} aria-label={t('asides')}>
                {rows.map((row) => (
                  <SetAsideRow key={row.movementId} row={row} onUndo={() => setUndone(row)} />
                ))}
              </ul>
              <MoreButton query={query} label={t('moreRows')} size="xs" isCentred />
            </>
          )
        }}
      </Page>
      {undone ? (
        <ConfirmDialog
          title={t('undoAsideTitle')}
          text={t('undoAsideText', { amount: money(undone.amountCents, undone.currency), note: undone.note })}
          action={t('undoAside')}
          run={async () => {
            await stripe.undoSetAside({ movementId: undone.movementId })
            notify.done({ text: t('undoAsideDone') })
          }}
          onClose={() => setUndone(null)}
        />
      ) : null}
    </Card>
  )
}
