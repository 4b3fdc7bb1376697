import { Button, Card, Stack, Text, Title } from '@mantine/core'
import type { BillingMethod, SavedMethod } from '@spacekeeper/contract/stripe/shapes.ts'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { goToStripe, methodQuery, stripe } from './api.ts'
import { expiryMonthOf, useMethodName } from './method-words.ts'
import classes from './stripe.module.css'

/** A saved card as it looks, or a bank account in the same shape. */
const DrawnCard = ({ method }: { method: SavedMethod }) => {
  const { t } = useTranslation('stripe')
  const holder = useProfile()?.name.full ?? ''
  const name = useMethodName()(method)
  const month = expiryMonthOf(method)
  const end = month === '' ? method.mandate && t('mandateIs', { reference: method.mandate }) : month
  return (
    <div className={classes.drawn} role="img" aria-label={[name, end].filter(Boolean).join(', ')}>
      <span className={classes.brand}>{name.split(' ••••')[0]}</span>
      <span className={classes.number}>{t('digits', { last4: method.last4 })}</span>
      <span className={classes.foot}>
        <span>{holder}</span>
        <span>{end}</span>
      </span>
    </div>
  )
}

type RemoveProps = { method: SavedMethod; uses: BillingMethod['uses']; onClose: () => void }

const RemoveDialog = ({ method, uses, onClose }: RemoveProps) => {
  const { t } = useTranslation('stripe')
  const name = useMethodName()(method)
  return (
    <ConfirmDialog
      title={t('removeTitle', { method: name })}
      text={t('removeText')}
      action={t('removeMethod')}
      isDangerous
      run={async () => {
        await stripe.removeCard()
        notify.done({ text: t('removed', { method: name }) })
      }}
      onClose={onClose}
    >
      {uses.plan === null ? null : <Status kind="warning">{t('removeStopsPlan', { plan: uses.plan })}</Status>}
      {uses.automaticTopUp ? <Status kind="warning">{t('removeStopsAutomatic')}</Status> : null}
    </ConfirmDialog>
  )
}

const Expiry = ({ expiry, month }: { expiry: BillingMethod['expiry']; month: string }) => {
  const { t } = useTranslation('stripe')
  if (expiry === 'soon') return <Status kind="warning">{t('runsOutSoon', { month })}</Status>
  return expiry === 'over' ? <Status kind="refused">{t('ranOut')}</Status> : null
}

/** What the member has saved to pay with, and the way to Stripe's page, where another one is entered. */
const Saved = ({ method, expiry, uses }: BillingMethod) => {
  const { t } = useTranslation('stripe')
  const [isRemoving, setIsRemoving] = useState(false)
  const setup = useMutation({
    mutationFn: () => stripe.startSetup({ back: 'billing' }),
    onSuccess: ({ url }) => goToStripe(url),
  })
  return (
    <Stack gap="md" align="flex-start">
      {method ? <DrawnCard method={method} /> : <Text>{t('noMethodText')}</Text>}
      {method ? <Expiry expiry={expiry} month={expiryMonthOf(method)} /> : null}
      {setup.error ? <FormError>{errorText(setup.error)}</FormError> : null}
      <div className={classes.buttons}>
        <Button
          variant={method ? 'default' : 'filled'}
          leftSection={<IconCreditCard size={16} aria-hidden />}
          loading={setup.isPending || setup.isSuccess}
          onClick={() => setup.mutate()}
        >
          {t(method ? 'replaceMethod' : 'addMethod')}
        </Button>
        {method ? (
          <Button variant="subtle" color="red" onClick={() => setIsRemoving(true)}>
            {t('removeMethod')}
          </Button>
        ) : null}
      </div>
      <span className={classes.quiet}>{t('leavesHere')}</span>
      {isRemoving && method ? <RemoveDialog method={method} uses={uses} onClose={() => setIsRemoving(false)} /> : null}
    </Stack>
  )
}

export const MethodCard = () => {
  const { t } = useTranslation('stripe')
  const query = useQuery(methodQuery)
  return (
    <Card component="section" aria-labelledby="billing-method">
      <Title order={2} id="billing-method" mb="sm">
        {t(query.data?.method === null ? 'noMethodTitle' : 'method')}
      </Title>
      <Page query={query}>{(data) => <Saved {...data} />}</Page>
    </Card>
  )
}
