import { Text, TextInput } from '@mantine/core'
import type { ProxyDetails } from '@spacekeeper/contract/proxies/shapes.ts'
import { InstructionWords, type ProxyInstruction } from '@spacekeeper/contract/votes/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { instruct, instructionsQuery } from './api.ts'

type Props = { proxy: ProxyDetails; onClose: () => void }

const fieldOf = ({ motionId }: Pick<ProxyInstruction, 'motionId'>) => `motion${motionId}`

/** What the member wants voted on each motion of the meeting. */
export const InstructionsDialog = ({ proxy, onClose }: Props) => {
  const { t } = useTranslation('proxies')
  const query = useQuery(instructionsQuery(proxy.id))
  const title = t('instructTitle', { name: proxy.name })
  const open = query.data?.filter(({ phase }) => phase === 'planned' || phase === 'open')
  if (open !== undefined && open.length > 0)
    return <InstructionsForm proxy={proxy} motions={open} title={title} onClose={onClose} />
  return (
    <BasicDialog title={title} onClose={onClose}>
      <Page query={query}>{() => <Text>{t('instructNone')}</Text>}</Page>
    </BasicDialog>
  )
}

const InstructionsForm = ({
  proxy,
  motions,
  title,
  onClose,
}: Props & { motions: readonly ProxyInstruction[]; title: string }) => {
  const { t } = useTranslation('proxies')
  return (
    <FormDialog
      title={title}
      action={t('saveInstructions')}
      initial={Object.fromEntries(motions.map((motion) => [fieldOf(motion), motion.words]))}
      schema={z.object(Object.fromEntries(motions.map((motion) => [fieldOf(motion), InstructionWords])))}
      submit={async (typed) => {
        const instructions = motions.map((motion) => ({
          motionId: motion.motionId,
          words: typed[fieldOf(motion)] ?? '',
        }))
        await instruct({ proxyId: proxy.id, instructions })
        notify.done({ text: t('instructionsSaved', { name: proxy.name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('instructText')}</Text>
          {motions.map((motion) => (
            <TextInput key={motion.motionId} {...field(fieldOf(motion))} label={motion.title} />
          ))}
        </>
      )}
    </FormDialog>
  )
}
