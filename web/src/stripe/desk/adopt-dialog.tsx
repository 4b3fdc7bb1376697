import { Anchor, NativeSelect, Stack, Text } from '@mantine/core'
import { Id } from '@spacekeeper/contract/route.ts'
import type { UnknownSubscription } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { adoptRefusals } from '@spacekeeper/contract/stripe/words.ts'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import type { PickedMember } from '../../search/api.ts'
import { MemberPicker } from '../../search/member-picker.tsx'
import { listDecisions, stripe } from './desk-api.ts'

/** Why the server did not do it, in its words. */
class RefusedAdoption extends Error {}

const AdoptForm = z.object({
  planId: z.coerce.number().int(),
  how: z.enum(['takeOver', 'owedHere', 'end', 'endHere', 'noneLeft']),
})

const doneWords = {
  takeOver: 'adoptDone',
  owedHere: 'adoptDone',
  end: 'adoptEnded',
  endHere: 'adoptEndedHere',
  noneLeft: 'adoptNoneLeft',
} as const

type Props = { subscription: UnknownSubscription; onClose: () => void }

/** Lets the portal charge what Stripe charges, as the plan of the member its reader names. */
export const AdoptDialog = ({ subscription, onClose }: Props) => {
  const { t } = useTranslation('stripe')
  const [chosen, setChosen] = useState<PickedMember | null>(subscription.member)
  const { ref, plans } = subscription
  const decisions = listDecisions(subscription)
  return (
    <FormDialog
      title={t('adoptTitle')}
      action={t('adoptAction')}
      initial={{ planId: String(plans[0]?.id ?? ''), how: decisions[0] ?? 'takeOver' }}
      schema={AdoptForm}
      explain={(error) => (error instanceof RefusedAdoption ? { form: error.message } : null)}
      submit={async ({ planId, how }) => {
        if (!chosen) throw new RefusedAdoption(t('adoptNoMember'))
        const order = {
          ref,
          memberId: chosen.id,
          planId,
          how: how === 'endHere' || how === 'noneLeft' ? 'end' : how,
        } as const // its words are wanted
        const { refusedFor } = await stripe.adopt(order)
        if (refusedFor !== null) throw new RefusedAdoption(adoptRefusals[refusedFor])
        notify.done({ text: t(doneWords[how], { name: chosen.name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {chosen ? (
            <Chosen member={chosen} onChange={() => setChosen(null)} />
          ) : (
            <MemberPicker label={t('adoptMember')} {...requiredBy(Id)} onChoose={setChosen} />
          )}
          <NativeSelect
            {...field('planId')}
            label={t('adoptPlan')}
            data={plans.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          {decisions.length > 0 ? (
            <NativeSelect
              {...field('how')}
              label={t('adoptHow')}
              data={decisions.map((how) => ({ value: how, label: t(`adoptHow_${how}`) }))}
            />
          ) : (
            <Effects subscription={subscription} />
          )}
        </>
      )}
    </FormDialog>
  )
}

const Chosen = ({ member, onChange }: { member: PickedMember; onChange: () => void }) => {
  const { t } = useTranslation('stripe')
  return (
    <Text size="sm">
      {t('adoptFor', { name: member.name })}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={onChange}>
        {t('adoptOther')}
      </Anchor>
    </Text>
  )
}

/** What follows, before it is done. */
const Effects = ({ subscription: { firstCents, currency, firstOn } }: Pick<Props, 'subscription'>) => {
  const { t } = useTranslation('stripe')
  const money = useMoney()
  return (
    <Stack gap={4}>
      <Text size="sm">{t('adoptNothingNow')}</Text>
      {firstOn === null || firstCents === null ? null : (
        <Text size="sm">
          {t('adoptNext', { amount: money(firstCents, currency), day: formatCalendarDay(firstOn) })}
        </Text>
      )}
      <Text size="sm">{t('adoptAccess')}</Text>
    </Stack>
  )
}
