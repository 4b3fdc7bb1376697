import { Radio, Stack, Text } from '@mantine/core'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { MySubscription } from '@spacekeeper/contract/billing/shapes.ts'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { goToStripe } from '../stripe/api.ts'
import { cardDuesQuery, startSetup } from '../stripe/dues-api.ts'
import { plan } from './api.ts'
import { wayWords } from './plan-state.ts'

/** What members choose themselves: only staff let a member off paying. */
const chosenByMembers: ReadonlySet<Collector> = new Set(['stripe', 'bank', 'cash', 'invoice', 'balance'])

type Props = { subscription: MySubscription; onClose: () => void }

/** Chooses among the ways in which the plan can be paid. */
export const OwnCollectorDialog = ({ subscription, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const { enableMemberBucks, enableStripe } = useSite().features
  const ways = subscription.plan.collectors.filter(
    (way) => chosenByMembers.has(way) && (way !== 'balance' || enableMemberBucks) && (way !== 'stripe' || enableStripe),
  )
  const initial: { collector: string } = { collector: subscription.collector }
  return (
    <FormDialog
      title={t('collectorTitle')}
      action={t('collectorSave')}
      initial={initial}
      schema={billingApi.changeCollector.body}
      submit={async ({ collector }) => {
        await plan.changeCollector({ collector })
        if (collector === 'stripe' && !(await client.fetchQuery(cardDuesQuery)).method) {
          return goToStripe((await startSetup({ back: 'plan' })).url)
        }
        return notify.done({ text: t('collectorSaved', { way: t(wayWords[collector]) }) })
      }}
      onClose={onClose}
    >
      {({ field, values, set }) => (
        <Radio.Group
          label={t('collectorLabel')}
          value={values.collector}
          onChange={(value) => set('collector', value)}
          error={field('collector').error}
        >
          <Stack gap="xs" mt={6}>
            {ways.map((way) => (
              <Radio key={way} value={way} label={t(wayWords[way])} />
            ))}
            {values.collector === 'stripe' && subscription.collector !== 'stripe' ? (
              <Text size="sm">{t('collectorCard')}</Text>
            ) : null}
            {ways.length <= 1 ? <Text size="sm">{t('collectorOnly')}</Text> : null}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  )
}
