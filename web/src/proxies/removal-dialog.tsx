import { Text, TextInput } from '@mantine/core'
import { proxiesApi } from '@spacekeeper/contract/proxies/routes.ts'
import type { MeetingProxy } from '@spacekeeper/contract/proxies/shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { remove } from './api.ts'

type Props = { proxy: MeetingProxy; onClose: () => void }

/** Staff end a proxy with a reason that both members read. */
export const RemovalDialog = ({ proxy, onClose }: Props) => {
  const { t } = useTranslation('proxies')
  const { id: proxyId, memberName: member, holderName: holder } = proxy
  return (
    <FormDialog
      title={t('removeTitle', { name: member })}
      action={t('removeAction')}
      isDangerous
      initial={{ reason: '' }}
      schema={proxiesApi.remove.body}
      submit={async ({ reason }) => {
        await remove({ proxyId, reason })
        notify.done({ text: t('removed', { name: member }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('removeText', { holder, member })}</Text>
          <TextInput {...field('reason')} label={t('removeReason')} data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
