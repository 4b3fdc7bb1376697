import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { AutomaticTopUp, AutomaticTopUpPage } from '@spacekeeper/contract/stripe/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { automaticQuery, stripe } from './api.ts'
import { AutomaticDialog } from './automatic-dialog.tsx'
import classes from './stripe.module.css'

const OffDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('stripe')
  return (
    <ConfirmDialog
      title={t('turnOffTitle')}
      text={t('turnOffText')}
      action={t('turnOff')}
      run={async () => {
        await stripe.stopAutomaticTopUp()
        notify.done({ text: t('turnedOff') })
      }}
      onClose={onClose}
    />
  )
}

const On = ({ order }: { order: AutomaticTopUp }) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  const { thresholdCents, amountCents, monthlyCapCents, monthCents } = order
  return (
    <Stack gap={4}>
      <Status kind="good">{t('automaticOn')}</Status>
      <Text>{t('automaticIs', { threshold: money(thresholdCents), amount: money(amountCents) })}</Text>
      <span className={classes.quiet}>
        {t('automaticCap', { used: money(monthCents), cap: money(monthlyCapCents) })}
      </span>
    </Stack>
  )
}

const Off = ({ page }: { page: AutomaticTopUpPage }) => {
  const { t } = useTranslation('stripe')
  const reason = page.order?.offReason ?? ''
  return (
    <>
      {reason === '' ? null : <Status kind="warning">{t('automaticStopped', { reason })}</Status>}
      <Text>{t('automaticOff')}</Text>
      {page.method ? null : <span className={classes.quiet}>{t('automaticNeedsMethod')}</span>}
    </>
  )
}

const Automatic = ({ page }: { page: AutomaticTopUpPage }) => {
  const { t } = useTranslation('stripe')
  const [open, setOpen] = useState<'form' | 'off' | null>(null)
  const { order, method } = page
  const close = () => setOpen(null)
  return (
    <Stack gap="sm" align="flex-start">
      {order?.isOn ? <On order={order} /> : <Off page={page} />}
      {method ? (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setOpen('form')}>
            {t(order?.isOn ? 'change' : 'turnOn')}
          </Button>
          {order?.isOn ? (
            <Button variant="subtle" onClick={() => setOpen('off')}>
              {t('turnOff')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {open === 'form' && method ? <AutomaticDialog page={page} method={method} onClose={close} /> : null}
      {open === 'off' ? <OffDialog onClose={close} /> : null}
    </Stack>
  )
}

/** Whether the member's balance tops itself up. */
export const AutomaticCard = () => {
  const { t } = useTranslation('stripe')
  return (
    <Card component="section" aria-labelledby="automatic-top-up">
      <Title order={2} id="automatic-top-up" mb="sm">
        {t('automatic')}
      </Title>
      <Page query={useQuery(automaticQuery)}>{(page) => <Automatic page={page} />}</Page>
    </Card>
  )
}
