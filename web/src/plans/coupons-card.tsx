import { Button, Card, Group, Text, Title } from '@mantine/core'
import type { Coupon } from '@spacekeeper/contract/plans/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { couponsQuery, endCoupon } from './api.ts'
import { CouponDialog } from './coupon-dialog.tsx'
import classes from './plans.module.css'

/** What a coupon gives, for how long, and how often it was used. */
const useCouponWords = () => {
  const { t } = useTranslation('plans')
  const money = useMoney()
  return (coupon: Coupon): string[] => {
    const { percent, amountCents, periods, uses, maxUses, usesPerMember, startsOn, endsOn, description } = coupon
    const value = percent === null ? money(amountCents ?? 0) : `${percent}%`
    const given = [
      t('off', { value }),
      periods === null ? t('forGood') : t('forPeriods', { count: periods }),
      t('perMember', { count: usesPerMember }),
      ...(startsOn === null ? [] : [t('from', { day: formatCalendarDay(startsOn) })]),
      ...(endsOn === null ? [] : [t('until', { day: formatCalendarDay(endsOn) })]),
    ].join(', ')
    const used =
      maxUses === null
        ? t('uses', { count: uses, formatted: formatNumber(uses) })
        : t('usesOf', { count: uses, formatted: formatNumber(uses), most: formatNumber(maxUses) })
    return [given, description === '' ? used : `${description}. ${used}`]
  }
}

/** Codes that make plans cheaper: those that there are, adding one and ending one. */
export const CouponsCard = () => {
  const { t } = useTranslation('plans')
  const query = useQuery(couponsQuery)
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Coupon | null>(null)
  return (
    <Card component="section" aria-labelledby="coupons">
      <Group justify="space-between" gap="sm">
        <Title order={2} id="coupons">
          {t('coupons')}
        </Title>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('addCoupon')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('couponsHint')}
      </Text>
      <Page
        query={query}
        isEmpty={({ coupons }) => coupons.length === 0}
        empty={
          <Text size="sm" mt="xs">
            {t('noCoupons')}
          </Text>
        }
      >
        {({ coupons }) => (
          <ul className={classes.rows} aria-labelledby="coupons">
            {coupons.map((coupon) => (
              <CouponItem key={coupon.id} coupon={coupon} onEnd={() => setEnding(coupon)} />
            ))}
          </ul>
        )}
      </Page>
      {isAdding ? <CouponDialog onClose={() => setAdding(false)} /> : null}
      {ending ? (
        <ConfirmDialog
          title={t('endCouponTitle', { code: ending.code })}
          text={t('endCouponText')}
          action={t('endCoupon')}
          isDangerous
          run={async () => {
            await endCoupon({ couponId: ending.id })
            notify.done({ text: t('endedDone', { code: ending.code }) })
          }}
          onClose={() => setEnding(null)}
        />
      ) : null}
    </Card>
  )
}

const CouponItem = ({ coupon, onEnd }: { coupon: Coupon; onEnd: () => void }) => {
  const { t } = useTranslation('plans')
  const words = useCouponWords()
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        {coupon.code}
        {words(coupon).map((line) => (
          <span key={line} className={classes.more}>
            {line}
          </span>
        ))}
      </span>
      {coupon.endedAt === null ? (
        <Button size="compact-sm" variant="subtle" aria-label={t('endCouponOf', { code: coupon.code })} onClick={onEnd}>
          {t('endCoupon')}
        </Button>
      ) : (
        <Status kind="none">{t('couponEnded')}</Status>
      )}
    </li>
  )
}
