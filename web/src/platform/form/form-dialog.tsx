import { Button, type ButtonProps, Group, Stack } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { type ApiForm, type ApiFormOptions, useApiForm } from './api-form.ts'
import { Form } from './form.tsx'

type FooterProps = {
  action: string
  /** The words of the other button instead of “Cancel”. */
  back?: string | undefined
  isDangerous?: boolean | undefined
  isReady?: boolean | undefined
  isBusy: boolean
  /** Stands at the far side of the buttons. */
  aside?: ReactNode
  onClose: () => void
} & Pick<ComponentProps<'button'>, 'type' | 'onClick'> &
  Pick<ButtonProps, 'leftSection'>

/** The last line of a dialog: the way back and the button that repeats the verb. */
export const DialogButtons = ({
  action,
  back,
  isDangerous,
  isReady = true,
  isBusy,
  aside,
  onClose,
  ...button
}: FooterProps) => {
  const { t } = useTranslation('platform')
  return (
    <Group justify={aside ? 'space-between' : 'flex-end'} gap="xs">
      {aside}
      <Group gap="xs">
        <Button variant="default" onClick={onClose}>
          {back ?? t('cancel')}
        </Button>
        <Button {...button} loading={isBusy} disabled={!isReady} {...(isDangerous && { color: 'red' })}>
          {action}
        </Button>
      </Group>
    </Group>
  )
}

type FormProps<Values extends Record<string, unknown>, Parsed, Result> = ApiFormOptions<Values, Parsed, Result> & {
  /** The verb on the button. */
  action: string
  isDangerous?: boolean
  /** False while something is missing that is no field. */
  isReady?: boolean
  aside?: ReactNode
  onClose: () => void
  children: (form: ApiForm<Values>) => ReactNode
}

/** The form of a FormDialog alone, for dialogs that show something else before or after it. */
export const DialogForm = <Values extends Record<string, unknown>, Parsed, Result>({
  action,
  isDangerous,
  isReady,
  aside,
  onClose,
  children,
  onDone = onClose,
  ...options
}: FormProps<Values, Parsed, Result>) => {
  const { formProps, ...form } = useApiForm({ ...options, onDone })
  return (
    <Form {...formProps}>
      <Stack gap="md">
        {children(form)}
        {form.failure ? <FormError>{form.failure}</FormError> : null}
        <DialogButtons
          type="submit"
          action={action}
          isDangerous={isDangerous}
          isReady={isReady}
          isBusy={form.isBusy}
          aside={aside}
          onClose={onClose}
        />
      </Stack>
    </Form>
  )
}

type Props<Values extends Record<string, unknown>, Parsed, Result> = FormProps<Values, Parsed, Result> &
  Omit<ComponentProps<typeof BasicDialog>, 'children'>

/**
 * A dialog with a form that sends its fields to the API:
 *
 *     <FormDialog title={t('refundTitle')} action={t('refund')} initial={{ reason: '' }}
 *       schema={vendingApi.refund.body} submit={({ reason }) => refund({ purchaseId, reason })} onClose={onClose}>
 *       {({ field }) => <TextInput {...field('reason')} label={t('refundReason')} data-autofocus />}
 *     </FormDialog>
 *
 * It is busy while `submit` runs, closes when that is done (or calls `onDone` with its result instead), shows what the
 * server refused at the fields and anything else as one sentence, and keeps what was typed.
 */
export const FormDialog = <Values extends Record<string, unknown>, Parsed, Result>({
  title,
  opened,
  size,
  closeOnClickOutside,
  ...form
}: Props<Values, Parsed, Result>) => {
  const dialog = { title, onClose: form.onClose, ...(opened !== undefined && { opened }), ...(size && { size }) }
  return (
    <BasicDialog {...dialog} {...(closeOnClickOutside !== undefined && { closeOnClickOutside })}>
      <DialogForm {...form} />
    </BasicDialog>
  )
}
