import { NativeSelect, Text, TextInput } from '@mantine/core'
import { proxiesApi } from '@spacekeeper/contract/proxies/routes.ts'
import type { OwnProxies } from '@spacekeeper/contract/proxies/shapes.ts'
import { useState } from 'react'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { give } from './api.ts'
import { LetterCard } from './letter-card.tsx'
import { ProxyPicker } from './proxy-picker.tsx'

type Props = {
  own: OwnProxies
  /** Chosen at first. */
  meetingId?: number
  onClose: () => void
}

/** The form in which a member lets another one vote for them, with the letter it makes. */
export const ProxyDialog = ({ own, meetingId, onClose }: Props) => {
  const { t } = useTranslation('proxies')
  const [proxyName, setProxyName] = useState('')
  const meetings = own.meetings.filter(({ refusal }) => refusal === null)
  const first = meetings.find(({ id }) => id === meetingId) ?? meetings[0]
  return (
    <FormDialog
      title={t('dialogTitle')}
      action={t('give')}
      size="lg"
      closeOnClickOutside={false}
      initial={{ meeting: String(first?.id ?? ''), memberCity: own.lastCity, proxy: '', proxyCity: '' }}
      schema={proxiesApi.give.body}
      submit={async (typed) => {
        await give(typed)
        notify.done({ text: t(own.isAccepted ? 'asksNow' : 'countsNow', { name: proxyName }) })
      }}
      onClose={onClose}
    >
      {({ field, values }) => (
        <>
          <NativeSelect
            {...field('meeting')}
            label={t('meeting')}
            data={meetings.map(({ id, title, startsAt }) => ({
              value: String(id),
              label: `${title}, ${formatMoment(startsAt)}`,
            }))}
          />
          <TextInput {...field('memberCity')} label={t('memberCity')} autoComplete="address-level2" />
          <ProxyPicker field={field('proxy')} onNamed={setProxyName} />
          <TextInput {...field('proxyCity')} label={t('proxyCity')} autoComplete="off" />
          <LetterCard
            meeting={meetings.find(({ id }) => String(id) === values.meeting)}
            name={own.fullName}
            memberCity={values.memberCity}
            proxyName={proxyName}
            proxyCity={values.proxyCity}
          />
          <Text size="sm" c="dimmed">
            {t(own.isAccepted ? 'isAcceptedHint' : 'countsHint')} {t('fullNameHint')}
          </Text>
        </>
      )}
    </FormDialog>
  )
}
