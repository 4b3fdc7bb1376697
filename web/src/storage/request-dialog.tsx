import { NativeSelect, Textarea } from '@mantine/core'
import { type OwnStorage, RequestFields } from '@spacekeeper/contract/storage/shapes.ts'
import { placeKinds } from '@spacekeeper/contract/storage/words.ts'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { ask } from './api.ts'

const TypedRequest = z
  .object({ kind: z.string(), note: z.string() })
  .transform(({ kind, note }) => ({ kind: kind === '' ? null : kind, note }))
  .pipe(RequestFields)

type Props = { request: OwnStorage['request']; onClose: () => void }

/** Puts the member on the waiting list, or changes what they wait for. */
export const RequestDialog = ({ request, onClose }: Props) => {
  const { t } = useTranslation('storage')
  return (
    <FormDialog
      title={t('askTitle')}
      action={t('ask')}
      initial={{ kind: request?.kind ?? '', note: request?.note ?? '' }}
      schema={TypedRequest}
      submit={async (typed) => {
        await ask(typed)
        notify.done({ text: t('asked') })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <NativeSelect
            {...field('kind')}
            label={t('askKind')}
            data={[
              { value: '', label: t('askAny') },
              ...placeKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) })),
            ]}
            data-autofocus
          />
          <Textarea {...field('note')} label={t('askNote')} description={t('askNoteHint')} rows={2} />
        </>
      )}
    </FormDialog>
  )
}
