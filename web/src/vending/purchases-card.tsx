import { Card, Title, Button, Text } from '@mantine/core'
import type { Purchase } from '@spacekeeper/contract/vending/shapes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime, groupByDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { MoreButton } from '#platform/ui/more-button.tsx'
import { Page, Empty } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { purchasesQuery } from './api.ts'
import { PurchaseRefundDialog } from './refund-dialog.tsx'
import classes from './vending.module.css'

/** What was bought and paid in at a machine, day by day, and how to give it back. */
export const PurchasesCard = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('vending')
  const query = useInfiniteQuery(purchasesQuery(deviceId))
  const [wrong, setWrong] = useState<Purchase | null>(null)
  const purchases = query.data?.pages.flatMap((page) => page.purchases) ?? []
  return (
    <Card component="section" aria-labelledby="purchases">
      <Title order={2} id="purchases">
        {t('purchasesTitle')}
      </Title>
      <Page
        query={query}
        isEmpty={() => purchases.length === 0}
        empty={<Empty title={t('nothingTitle')} text={t('nothingText')} />}
      >
        {() =>
          groupByDay(purchases).map(({ day, rows }) => (
            <section key={day} aria-label={day}>
              <h3 className={classes.day}>{day}</h3>
              <ul className={classes.rows}>
                {rows.map((purchase) => (
                  <PurchaseItem key={purchase.id} purchase={purchase} onRefund={() => setWrong(purchase)} />
                ))}
              </ul>
            </section>
          ))
        }
      </Page>
      <MoreButton query={query} label={t('showMore')} size="xs" isCentred mt="md" />
      {wrong ? <PurchaseRefundDialog purchase={wrong} onClose={() => setWrong(null)} /> : null}
    </Card>
  )
}

const PurchaseItem = ({ purchase, onRefund }: { purchase: Purchase; onRefund: () => void }) => {
  const { t } = useTranslation('vending')
  const money = useMoney()
  const { kind, product, memberName: name, amountCents, listedCents, refund, canRefund } = purchase
  const what = kind === 'credit' ? t('credit') : (product ?? t('something'))
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        {what}
        <span className={classes.more}>
          <MemberLink id={purchase.memberId}>{name}</MemberLink>,{' '}
          <time dateTime={purchase.at}>{formatTime(purchase.at)}</time>
        </span>
        {listedCents === null ? null : <Status kind="warning">{t('listedAt', { amount: money(listedCents) })}</Status>}
        {refund === null ? null : (
          <Text size="sm" c="dimmed">
            {refund.by === null
              ? t('refundedFor', { reason: refund.reason })
              : t('refundedBy', { name: refund.by, reason: refund.reason })}
          </Text>
        )}
      </span>
      <span className={classes.money}>
        <span className={classes.money} data-refunded={refund !== null || undefined}>
          {money(kind === 'credit' ? -amountCents : amountCents)}
        </span>
        {canRefund ? (
          <div>
            <Button size="compact-sm" variant="subtle" onClick={onRefund} aria-label={t('refundOf', { what, name })}>
              {t('refund')}
            </Button>
          </div>
        ) : null}
      </span>
    </li>
  )
}
