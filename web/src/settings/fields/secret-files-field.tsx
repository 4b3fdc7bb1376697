import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'

/** Keys and certificates are small; anything larger is another file. */
const mostBytes = 50_000

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Its text; of a certificate in binary, as Apple gives them out, the same written as text. */
export const textOfFile = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A sequence of ASN.1 that is longer than 255 bytes: a certificate as DER.
  const isBinary = bytes[0] === 0x30 && bytes[1] === 0x82
  if (!isBinary) return new TextDecoder().decode(bytes).trim()
  const lines =
    base64Of(bytes)
      .match(/.{1,64}/g)
      ?.join('\n') ?? ''
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----`
}

type SecretFilesProps = Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

/** A secret of several lines, pasted or read from files. */
export const SecretFilesField = ({ value, onChange, ...field }: SecretFilesProps) => {
  const { t } = useTranslation('settings')
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (files: File[]) => {
    const tooLarge = files.find((file) => file.size > mostBytes)
    setProblem(tooLarge ? t('secretFileTooLarge', { name: tooLarge.name }) : null)
    if (tooLarge || files.length === 0) return
    const texts = await Promise.all(files.map(textOfFile))
    onChange([value.trim(), ...texts].filter((text) => text !== '').join('\n'))
  }
  return (
    <Stack gap="xs">
      <Textarea
        {...field}
        description={t('secretFilesHint')}
        autosize
        minRows={4}
        maxRows={12}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {problem === null ? null : <FormError>{problem}</FormError>}
      <Group>
        <FileButton multiple onChange={(files) => void add(files)}>
          {(button) => (
            <Button {...button} size="xs" variant="default" leftSection={<IconFileUpload size={16} aria-hidden />}>
              {t('secretFiles')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  )
}
