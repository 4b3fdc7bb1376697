import { Checkbox, Stack, TextInput } from '@mantine/core'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { NewWebhookReceiver, type WebhookReceiver } from '@spacekeeper/contract/webhooks/shapes.ts'
import { webhookKinds, type WebhookKindWord } from '@spacekeeper/contract/webhooks/words.ts'
import { useState } from 'react'
import type { ApiForm } from '#platform/form/api-form.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { webhooks } from './api.ts'
import { ReceiverSecretCard } from './secret-card.tsx'

const kinds = keysOf(webhookKinds)

type ReceiverValues = { name: string; address: string; kinds: WebhookKindWord[]; hasNames: boolean }

const nothing: ReceiverValues = { name: '', address: 'https://', kinds: [], hasNames: false }

type Props = { receiver: WebhookReceiver | null; onClose: () => void }

/** Adds another system, and shows its secret this once; or changes one. */
export const ReceiverDialog = ({ receiver, onClose }: Props) => {
  const { t } = useTranslation('webhooks')
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const submit = async (values: ReceiverValues) => {
    if (receiver === null) {
      const { secret } = await webhooks.create(values)
      setMade({ name: values.name, secret })
    } else {
      await webhooks.update({ receiverId: receiver.id, ...values })
      notify.done({ text: t('saved', { name: values.name }) })
    }
  }
  const title = receiver === null ? t('createTitle') : t('editTitle', { name: receiver.name })
  return (
    <BasicDialog
      onClose={onClose}
      // What is shown once is not lost by a click beside it.
      closeOnClickOutside={false}
      title={made ? t('secretTitle', { name: made.name }) : title}
    >
      {made ? (
        <ReceiverSecretCard secret={made.secret} onDone={onClose} />
      ) : (
        <DialogForm
          action={receiver === null ? t('create') : t('save')}
          initial={receiver === null ? nothing : valuesOf(receiver)}
          schema={NewWebhookReceiver}
          submit={submit}
          // A secret stays on the screen until the dialog is closed.
          onDone={() => (receiver === null ? undefined : onClose())}
          onClose={onClose}
        >
          {(form) => <Fields {...form} />}
        </DialogForm>
      )}
    </BasicDialog>
  )
}

const valuesOf = ({ name, address, kinds: chosen, hasNames }: WebhookReceiver): ReceiverValues => ({
  name,
  address,
  kinds: chosen,
  hasNames,
})

const Fields = ({ field, values, set }: Pick<ApiForm<ReceiverValues>, 'field' | 'values' | 'set'>) => {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <TextInput {...field('name')} label={t('name')} description={t('nameHint')} autoComplete="off" data-autofocus />
      <TextInput
        {...field('address')}
        label={t('address')}
        description={t('addressHint')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <Checkbox.Group
        {...field('kinds')}
        label={t('kinds')}
        onChange={(chosen) =>
          set(
            'kinds',
            kinds.filter((kind) => chosen.includes(kind)),
          )
        }
      >
        <Stack gap="xs" mt={6}>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              value={kind}
              label={webhookKinds[kind].label}
              description={webhookKinds[kind].carries}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        checked={values.hasNames}
        onChange={(event) => set('hasNames', event.currentTarget.checked)}
        label={t('hasNames')}
        description={t('hasNamesHint')}
      />
    </>
  )
}
