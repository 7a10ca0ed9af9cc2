#!/bin/bash

# Builds the folder that runs (docs/decisions/0044-production-folder.md) from the sources, which go afterwards. Each
# version has a new one: a running version keeps its own.
build_service() {
    ynh_setup_source --dest_dir="$install_dir/source" --full_replace
    chown -R "$app:$app" "$install_dir/source"
    ynh_safe_rm "$install_dir/service"
    mkdir "$install_dir/service"
    chown "$app:$app" "$install_dir/service"
    pushd "$install_dir/source"
    ynh_hide_warnings ynh_exec_as_app npm run build:production -- "$install_dir/service"
    popd
    ynh_safe_rm "$install_dir/source"
    chown -R root:root "$install_dir/service"
}

add_settings() {
    ynh_config_add --template="settings.env" --destination="$install_dir/settings.env"
    chmod 400 "$install_dir/settings.env"
    chown root:root "$install_dir/settings.env"
}

start_service() {
    ynh_systemctl --service="$app" --action="start" --wait_until="is ready." --log_path="systemd"
}
