import { Text, TextInput } from '@mantine/core'
import { proxiesApi } from '@spacekeeper/contract/proxies/routes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { recordPaper } from './api.ts'
import { VoterPicker } from './voter-picker.tsx'

type Props = { meetingId: number; onClose: () => void }

/** Staff type a proxy from paper. */
export const PaperDialog = ({ meetingId, onClose }: Props) => {
  const { t } = useTranslation('proxies')
  return (
    <FormDialog
      title={t('record')}
      action={t('record')}
      closeOnClickOutside={false}
      initial={{ member: '', memberCity: '', proxy: '', proxyCity: '' }}
      schema={proxiesApi.recordPaper.body}
      submit={async (typed) => {
        await recordPaper({ meetingId, ...typed })
        notify.done({ text: t('recorded') })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('recordHint')}</Text>
          <VoterPicker meetingId={meetingId} label={t('recordMember')} field={field('member')} />
          <TextInput {...field('memberCity')} label={t('recordMemberCity')} autoComplete="off" />
          <VoterPicker meetingId={meetingId} label={t('recordProxy')} field={field('proxy')} />
          <TextInput {...field('proxyCity')} label={t('recordProxyCity')} autoComplete="off" />
        </>
      )}
    </FormDialog>
  )
}
