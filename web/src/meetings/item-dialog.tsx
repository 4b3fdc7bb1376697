import { Textarea, TextInput } from '@mantine/core'
import { type AgendaItem, AgendaItemFields } from '@spacekeeper/contract/meetings/shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { addItem, updateItem } from './api.ts'

/** Without an item a new one. */
type Props = { meetingId: number; item?: AgendaItem; onClose: () => void }

/** An item of an agenda. */
export const ItemDialog = ({ meetingId, item, onClose }: Props) => {
  const { t } = useTranslation('meetings')
  return (
    <FormDialog
      title={t(item ? 'editItemTitle' : 'addItemTitle')}
      action={t(item ? 'save' : 'addItem')}
      initial={{ title: item?.title ?? '', details: item?.details ?? '' }}
      schema={AgendaItemFields}
      submit={async (words) => {
        if (item) await updateItem({ meetingId, itemId: item.id, ...words })
        else await addItem({ meetingId, ...words })
        notify.done({ text: t(item ? 'itemSaved' : 'itemAdded') })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextInput {...field('title')} label={t('itemTitle')} maxLength={200} data-autofocus />
          <Textarea {...field('details')} label={t('itemDetails')} rows={5} />
        </>
      )}
    </FormDialog>
  )
}
