{{- define "swath.name" -}}
{{- if contains "swath" .Release.Name }}{{ .Release.Name | trunc 50 }}{{ else }}{{ printf "%s-swath" .Release.Name | trunc 50 }}{{ end -}}
{{- end }}

{{- define "swath.labels" -}}
app.kubernetes.io/name: swath
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Which pods: takes a list of the root and the component. */}}
{{- define "swath.selector" -}}
app.kubernetes.io/name: swath
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "swath.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default (.Chart.AppVersion | replace "+" "-") }}
{{- end }}

{{/* Settings, and the secrets among them by their names. */}}
{{- define "swath.environment" -}}
envFrom:
  - configMapRef: { name: {{ include "swath.name" . }} }
  - secretRef: { name: {{ .Values.existingSecret }} }
{{- end }}

{{- define "swath.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "swath.podSecurity" -}}
runAsNonRoot: true
runAsUser: 64101
runAsGroup: 64101
fsGroup: 64101
{{- end }}

{{- define "swath.scheduling" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
