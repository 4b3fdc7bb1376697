import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { collectors, collectorWords } from '@spacekeeper/contract/billing/words.ts'
import { type ReminderStep, StepDetails } from '@spacekeeper/contract/reminders/shapes.ts'
import { placeholders, reminderActions } from '@spacekeeper/contract/reminders/words.ts'
import { useState } from 'react'
import { z } from 'zod'
import { fieldErrors } from '#platform/api/api-error.ts'
import { type ApiForm, useApiForm } from '#platform/form/api-form.ts'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { Form } from '#platform/form/form.tsx'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BigDialog } from '#platform/ui/big-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { reminders } from './api.ts'
import { StepPreviewCard } from './step-preview-card.tsx'
import { offsetOf, sideOf, type StepSide } from './step-words.ts'

type StepValues = {
  side: StepSide
  days: string
  channel: string
  subject: string
  text: string
  collectors: string[]
  action: string
  unpaid: string
  isOn: boolean
}

const isSide = (value: unknown): value is StepSide => value === 'before' || value === 'on' || value === 'after'

/** What is typed, as the contract has it; what is wrong with the day stands at its field. */
const TypedStep = z
  .looseObject({ side: z.custom<StepSide>(isSide), days: z.string(), collectors: z.array(z.string()) })
  .transform(({ side, days, ...typed }, context): StepDetails => {
    const offsetDays = offsetOf(side, days)
    if (offsetDays === null) {
      context.addIssue({ code: 'custom', path: ['days'], message: describeKey('reminders:daysWrong') })
    }
    const chosen = typed.collectors.length > 0 ? typed.collectors : null
    const parsed = StepDetails.safeParse({ ...typed, collectors: chosen, offsetDays: offsetDays ?? 1 })
    if (parsed.success) return parsed.data
    for (const { path, message } of parsed.error.issues) {
      context.addIssue({ code: 'custom', path: path[0] === 'offsetDays' ? ['days'] : [...path], message })
    }
    return z.NEVER
  })

const valuesOf = (step: ReminderStep | null): StepValues => ({
  side: step ? sideOf(step.offsetDays) : 'after',
  days: step ? String(Math.abs(step.offsetDays)) : '',
  channel: step?.channel ?? 'email',
  subject: step?.subject ?? '',
  text: step?.text ?? '',
  collectors: [...(step?.collectors ?? [])],
  action: step?.action ?? 'none',
  unpaid: step?.unpaid ?? 'keep',
  isOn: step?.isOn ?? true,
})

/** What the server says of the day stands at the field of the days. */
const explain = (error: unknown) => {
  const { offsetDays, ...fields } = fieldErrors(error)
  return offsetDays === undefined ? null : { fields: { ...fields, days: offsetDays } }
}

type Props = {
  /** Null adds one. */
  step: ReminderStep | null
  planId: number | null
  onClose: () => void
}

/** When a step is, what it says and what it does, with a preview beside it. */
export const StepDialog = ({ step, planId, onClose }: Props) => {
  const { t } = useTranslation('reminders')
  const [isSeen, setSeen] = useState(false)
  const { formProps, ...form } = useApiForm({
    initial: valuesOf(step),
    schema: TypedStep,
    explain,
    submit: async (typed) => {
      await (step ? reminders.update({ stepId: step.id, ...typed }) : reminders.create({ planId, ...typed }))
    },
    onDone: () => {
      notify.done({ text: t('saved') })
      onClose()
    },
  })
  const { values } = form
  return (
    <BigDialog title={t(step ? 'changeTitle' : 'addTitle')} onClose={onClose}>
      <Form {...formProps}>
        <Stack gap="md">
          <StepFields form={form} />
          {isSeen ? <StepPreviewCard planId={planId} template={values} /> : null}
          <FormError>{form.failure}</FormError>
          <DialogButtons
            type="submit"
            action={t('save')}
            isBusy={form.isBusy}
            aside={
              <Button variant="default" onClick={() => setSeen(!isSeen)} aria-expanded={isSeen}>
                {t('preview')}
              </Button>
            }
            onClose={onClose}
          />
        </Stack>
      </Form>
    </BigDialog>
  )
}

/** Who pays nothing is not reminded. */
const askedOf = collectors.filter((collector) => collector !== 'free')

const known = Object.keys(placeholders)
  .map((name) => `{${name}}`)
  .join(', ')

const StepFields = ({
  form: { field, values, set },
}: {
  form: Pick<ApiForm<StepValues>, 'field' | 'values' | 'set'>
}) => {
  const { t } = useTranslation('reminders')
  const isSms = values.channel === 'sms'
  const actionWords = { none: t('actionNone'), endAccess: t('endAccess'), endMembership: t('endMembership') }
  return (
    <>
      <Group align="flex-start" gap="sm">
        <NativeSelect
          {...field('side')}
          label={t('when')}
          data={[
            { value: 'before', label: t('whenBefore') },
            { value: 'on', label: t('whenOn') },
            { value: 'after', label: t('whenAfter') },
          ]}
        />
        {values.side === 'on' ? null : (
          <TextInput {...field('days')} label={t('days')} inputMode="numeric" w={180} data-autofocus />
        )}
      </Group>
      <SegmentedControl
        aria-label={t('channel')}
        value={values.channel}
        onChange={(channel) => set('channel', channel)}
        data={[
          { value: 'email', label: t('channelEmail') },
          { value: 'sms', label: t('channelSms') },
        ]}
      />
      {isSms ? null : <TextInput {...field('subject')} label={t('subject')} maxLength={150} />}
      <Textarea
        {...field('text')}
        label={t('text')}
        description={t('textHint', { placeholders: known })}
        rows={isSms ? 4 : 8}
      />
      {isSms ? (
        <Text size="sm" c="dimmed" role="status">
          {t('smsLength', { count: values.text.length })}
        </Text>
      ) : null}
      <Checkbox.Group
        label={t('collectors')}
        description={t('collectorsHint')}
        value={values.collectors}
        onChange={(chosen) => set('collectors', chosen)}
      >
        <Group gap="sm" mt={6}>
          {askedOf.map((value) => (
            <Checkbox key={value} value={value} label={collectorWords[value]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group align="flex-start" gap="sm">
        <NativeSelect
          {...field('action')}
          label={t('action')}
          data={reminderActions.map((value) => ({ value, label: actionWords[value] }))}
        />
        {values.action === 'endMembership' ? (
          <NativeSelect
            {...field('unpaid')}
            label={t('unpaid')}
            data={[
              { value: 'keep', label: t('unpaidKeep') },
              { value: 'void', label: t('unpaidVoid') },
            ]}
          />
        ) : null}
      </Group>
      <Checkbox {...field('isOn', 'checkbox')} label={t('isOn')} />
    </>
  )
}
