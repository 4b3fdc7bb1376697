import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { TypedFutureDay } from '@spacekeeper/contract/days.ts'
import { CouponCode, type NewCoupon } from '@spacekeeper/contract/plans/shapes.ts'
import { z } from 'zod'
import { parseAmount } from '#platform/form/amounts.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addCoupon } from './api.ts'

const kinds = ['percent', 'amount'] as const

const readWhole = (text: string): number => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0)

/** A number of things, or nothing where there is no limit. */
const TypedLimit = (most: number) =>
  z.string().transform((text, context) => {
    if (text.trim() === '') return null
    const count = readWhole(text)
    if (count >= 1 && count <= most) return count
    context.addIssue({ code: 'custom', message: describeKey('plans:wholeWrong') })
    return z.NEVER
  })

/** A coupon as it is typed; its value is a percentage or an amount. */
const TypedCoupon = z
  .object({
    code: CouponCode,
    description: z.string(),
    kind: z.enum(kinds),
    value: z.string().trim().min(1),
    periods: TypedLimit(120),
    maxUses: TypedLimit(1_000_000),
    startsOn: TypedFutureDay,
    endsOn: TypedFutureDay,
  })
  .transform(({ kind, value, ...coupon }, context): NewCoupon => {
    const percent = kind === 'percent' ? readWhole(value.replace('%', '')) : null
    const amountCents = kind === 'amount' ? (parseAmount(value) ?? 0) : null
    const isWrong = (percent !== null && (percent < 1 || percent > 100)) || amountCents === 0
    if (isWrong) {
      const message = describeKey(kind === 'percent' ? 'plans:percentWrong' : 'plans:amountWrong')
      context.addIssue({ code: 'custom', path: ['value'], message })
    }
    return { ...coupon, percent, amountCents }
  })

const initial: z.input<typeof TypedCoupon> = {
  code: '',
  description: '',
  kind: 'percent',
  value: '',
  periods: '',
  maxUses: '',
  startsOn: '',
  endsOn: '',
}

/** Adds a code that makes plans cheaper. */
export const CouponDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('plans')
  return (
    <FormDialog
      title={t('addCoupon')}
      action={t('addCoupon')}
      initial={initial}
      schema={TypedCoupon}
      submit={async (coupon) => {
        await addCoupon(coupon)
        notify.done({ text: t('added', { name: coupon.code }) })
      }}
      onClose={onClose}
    >
      {({ field, values, set }) => (
        <>
          <TextInput
            {...field('code')}
            label={t('code')}
            description={t('codeHint')}
            autoComplete="off"
            data-autofocus
          />
          <TextInput {...field('description')} label={t('couponFor')} autoComplete="off" />
          <SegmentedControl
            aria-label={t('kind')}
            value={values.kind}
            onChange={(kind) => set('kind', kind)}
            data={kinds.map((value) => ({ value, label: t(value) }))}
          />
          <TextInput
            {...field('value')}
            label={t(values.kind === 'percent' ? 'percentValue' : 'amountValue')}
            inputMode="decimal"
            autoComplete="off"
          />
          <Group grow align="flex-start" gap="sm">
            <TextInput
              {...field('periods')}
              label={t('periods')}
              description={t('periodsHint')}
              inputMode="numeric"
              autoComplete="off"
            />
            <TextInput
              {...field('maxUses')}
              label={t('maxUses')}
              description={t('maxUsesHint')}
              inputMode="numeric"
              autoComplete="off"
            />
          </Group>
          <Group grow align="flex-start" gap="sm">
            <TextInput {...field('startsOn')} type="date" label={t('startsOn')} />
            <TextInput {...field('endsOn')} type="date" label={t('endsOn')} />
          </Group>
        </>
      )}
    </FormDialog>
  )
}
